import { ApiError } from "../contract/errors";
import { quote } from "../field-types/text";
import type { Operation } from "./operation";

/** The operations of a path by method, and its path parameters. */
export interface Match {
  readonly methods: ReadonlyMap<string, Operation>;
  readonly params: { [name: string]: string };
}

interface Route {
  readonly segments: readonly string[];
  readonly methods: Map<string, Operation>;
}

/** Finds the operations of a path below `/api/v1`. Literal segments take precedence over placeholders. */
export function createRouter(operations: readonly Operation[]): (path: string) => Match | undefined {
  const byPath = new Map<string, Route>();
  for (const operation of operations) {
    const route = byPath.get(operation.path) ?? { segments: operation.path.split("/"), methods: new Map() };
    byPath.set(operation.path, route);
    route.methods.set(operation.method, operation);
  }
  const routes = [...byPath.values()].sort((a, b) => placeholders(a) - placeholders(b));

  return (path) => {
    const segments = path.split("/");
    const route = routes.find((each) => fits(each, segments));
    if (!route) return undefined;
    const params: Match["params"] = {};
    route.segments.forEach((segment, index) => {
      if (isPlaceholder(segment)) params[segment.slice(1, -1)] = decode(segments[index] ?? "");
    });
    return { methods: route.methods, params };
  };
}

function fits({ segments: wanted }: Route, segments: readonly string[]): boolean {
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) =>
      isPlaceholder(segment) ? segments[index] !== "" : segment === segments[index],
    )
  );
}

function placeholders({ segments }: Route): number {
  return segments.filter(isPlaceholder).length;
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith("{");
}

function decode(segment: string): string {
  if (segment.includes("%00"))
    throw refusal(segment, "contains a NUL character, which no name or id may contain");
  try {
    return decodeURIComponent(segment);
  } catch {
    throw refusal(segment, "is not percent-encoded UTF-8");
  }
}

function refusal(segment: string, problem: string): ApiError {
  return new ApiError("BAD_REQUEST", `${quote(segment)} in the path ${problem}.`);
}
