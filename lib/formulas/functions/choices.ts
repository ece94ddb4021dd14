import { join, type Sql, sql } from "../sql";
import type { Arg, CheckedArg, FunctionEntry, Own } from "./entry";

/** Names of each choice, in lower case. Only `M` differs from `m`. */
export type Choices<Choice extends string> = Readonly<Record<Choice, readonly string[]>>;

/** Finds the choice that a text names. */
export function chosen<Choice extends string>(choices: Choices<Choice>, text: string): Choice | undefined {
  const name = text === "M" ? text : text.toLowerCase();
  return (Object.keys(choices) as Choice[]).find((choice) => choices[choice].includes(name));
}

/** Refuses a literal at an index that names no choice. */
export function refuseOthers(choices: Choices<string>, index: number): FunctionEntry["refuses"] {
  return (args: readonly CheckedArg[]) => {
    const given = args[index]?.constant;
    if (typeof given !== "string" || args[index]?.type !== "text" || chosen(choices, given)) return undefined;
    const known = Object.values(choices).map((names) => `"${names[0]}"`);
    return { message: `“${given}” is not allowed here. Use one of ${known.join(", ")}.`, index };
  };
}

/** SQL for the choice that an argument names: of a literal only that one. Any other name is #TYPE!. */
export function byChoice<Choice extends string>(
  choices: Choices<Choice>,
  arg: Arg | undefined,
  { byDefault, make }: { readonly byDefault: Choice; readonly make: (choice: Choice) => Own },
): Own {
  if (!arg) return make(byDefault);
  if (typeof arg.constant === "string") return make(chosen(choices, arg.constant) ?? byDefault);
  const known = (Object.keys(choices) as Choice[]).flatMap((choice) =>
    choices[choice].map((name) => [name, choice] as const),
  );
  const name = sql`CASE WHEN ${arg.sql} = 'M' THEN 'M' ELSE lower(${arg.sql} COLLATE "C") END`;
  const choice = sql`${JSON.stringify(Object.fromEntries(known))}::jsonb ->> (${name})`;
  const branches = (Object.keys(choices) as Choice[]).map((each) => {
    const own = make(each);
    const parts = "value" in own ? own : { value: own };
    return { ...parts, when: sql`WHEN ${each}::text THEN` };
  });
  const cases = (part: (branch: (typeof branches)[number]) => Sql) =>
    join(
      branches.map((branch) => sql`${branch.when} ${part(branch)}`),
      " ",
    );
  return {
    value: sql`CASE ${choice} ${cases(({ value }) => value)} END`,
    error: sql`CASE ${choice} ${cases(({ error }) => error ?? sql`NULL`)} ELSE 'TYPE' END`,
  };
}
