/** One of server-sent events. */
export interface ServerEvent {
  /** `message` where it has no name. */
  readonly name: string;
  readonly data: string;
}

/** Reads server-sent events from text as it comes: each call gives those that its text has completed. */
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
