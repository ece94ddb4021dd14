import { ApiError } from "../contract/errors";
import { limits } from "../contract/limits";

/**
 * Looks at the brackets and commas of a JSON text before anything is built from it: to build millions of values
 * keeps the process busy for seconds. A 413 for more values than may be. A text that nests too deep comes back
 * cut off there and closed, so that whoever reads it finds the place and nothing behind it.
 */
export function boundJson(text: string, mostValues: number): string {
  const closers: string[] = [];
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === signs.quote) {
      at = endOfString(text, at);
    } else if (sign === signs.comma) {
      values++;
    } else if (sign === signs.list || sign === signs.object) {
      if (closers.length === limits.jsonDepth) return `${text.slice(0, at)}[]${closers.reverse().join("")}`;
      closers.push(sign === signs.list ? "]" : "}");
      values++;
    } else if (sign === signs.endOfList || sign === signs.endOfObject) {
      closers.pop();
    }
    if (values > mostValues) throw tooMany(mostValues);
  }
  return text;
}

const signs = {
  quote: code('"'),
  backslash: code("\\"),
  comma: code(","),
  list: code("["),
  endOfList: code("]"),
  object: code("{"),
  endOfObject: code("}"),
};

function code(sign: string): number {
  return sign.charCodeAt(0);
}

/** Where the string that begins at `start` ends; behind the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === signs.quote) return at;
    if (sign === signs.backslash) at++;
  }
  return text.length;
}

function tooMany(mostValues: number): ApiError {
  return new ApiError("PAYLOAD_TOO_LARGE", `A body has at most ${mostValues.toLocaleString("en")} values`);
}
