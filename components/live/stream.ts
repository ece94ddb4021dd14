import { api } from "@/lib/client/api";
import type { ChangeList } from "@/lib/contract/changes";
import { ApiError } from "@/lib/contract/errors";
import type { Refusal, Stream } from "./change-feed";

/** A place in the log of a database; its end, where it is left out. */
interface LogPlace {
  readonly databaseId: string;
  readonly since: string | undefined;
}

/** Opens the log as it grows, until the connection is cut: a browser would wait for seconds before it makes another. */
export function openStream({ databaseId, since }: LogPlace, { take, end }: Stream): () => void {
  const query = since === undefined ? "" : `?${new URLSearchParams({ since })}`;
  const source = new EventSource(`/api/v1/bases/${encodeURIComponent(databaseId)}/changes/live${query}`);
  source.addEventListener("message", ({ data }) => take(JSON.parse(data) as ChangeList));
  source.addEventListener("error", () => {
    source.close();
    end();
  });
  return () => source.close();
}

/** A stream does not tell why it is refused; the same question without one does. */
export async function whyRefused({ databaseId, since }: LogPlace): Promise<Refusal> {
  try {
    await api("GET /bases/{databaseId}/changes", {
      params: { databaseId },
      query: { ...(since !== undefined && { since }) },
    });
    return "passing";
  } catch (error) {
    return (error instanceof ApiError && refusals[error.code]) || "passing";
  }
}

const refusals: { readonly [Code in ApiError["code"]]?: Refusal } = {
  BAD_REQUEST: "place",
  NOT_FOUND: "gone",
};
