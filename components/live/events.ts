/** A server-sent event. */
export interface ServerEvent {
  /** `message` if the event has no name. */
  readonly name: string;
  readonly data: string;
}

/** Creates a parser for server-sent events. Each call takes a chunk and returns the events completed by it. */
export function createEventReader(): (text: string) => ServerEvent[] {
  let unread = "";
  return (text) => {
    const parts = (unread + text).split("\n\n");
    unread = parts.pop() ?? "";
    return parts.flatMap((part) => {
      let [name, data] = ["message", ""];
      for (const line of part.split("\n")) {
        if (line.startsWith("event: ")) name = line.slice("event: ".length);
        if (line.startsWith("data: ")) data += line.slice("data: ".length);
      }
      return data === "" ? [] : [{ name, data }];
    });
  };
}
