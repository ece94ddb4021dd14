import type { Command } from "./command";

/** The event of a command that a button outside of the view asks for. */
export const commandRequested = "rowhouse:command";

/** Asks the open view to run a command as its key would. Returns false if no view runs it. */
export function requestCommand(command: Command): boolean {
  return !window.dispatchEvent(new CustomEvent(commandRequested, { detail: command, cancelable: true }));
}
