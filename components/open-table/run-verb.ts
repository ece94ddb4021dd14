import type { AnyCommand } from "@/components/commands/command";
import { commandNeeds } from "@/components/commands/command-needs";
import { refusalOf } from "@/components/rights/refusal";
import type { TableServices } from "./use-table-services";

/** Actions of a view for each command that it has; each returns false if there is nothing to do. */
export type Verbs<State> = { readonly [Do in AnyCommand["do"]]?: (command: never, state: State) => unknown };

/** Runs a command by its verb, or says why the person may not. Returns false to leave the key to the browser. */
export function runVerb<State extends { readonly services: Pick<TableServices, "may" | "notify"> }>(
  verbs: Verbs<State>,
  command: AnyCommand,
  state: State,
): boolean {
  const verb = verbs[command.do] as ((command: AnyCommand, state: State) => unknown) | undefined;
  if (!verb) return false;
  const { may, notify } = state.services;
  const need = commandNeeds[command.do];
  if (need && !may(need)) {
    notify(refusalOf(need, may));
    return true;
  }
  return verb(command, state) !== false;
}
