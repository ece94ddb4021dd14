import { Day, Fact } from "@/components/ui/fact";
import type { Key } from "@/lib/contract/keys";
import { EditKeyButton } from "./edit-key-button";
import type { Reach } from "./reach";
import { RevokeKeyButton } from "./revoke-key-button";
import { RotateKeyButton } from "./rotate-key-button";

interface KeyItemProps {
  value: Key;
  reach: Reach;
  /** False for a key of another person. */
  isOwn: boolean;
  onRevoked: () => void;
}

/** The details and actions of a key. */
export function KeyItem({ value, reach, isOwn, onRevoked }: KeyItemProps) {
  const { name, scopes, createdAt, expiresAt, lastUsedAt, madeBy } = value;
  const isExpired = expiresAt !== null && new Date(expiresAt) <= new Date();
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 className="min-w-0 flex-1 basis-40 truncate font-semibold text-sm" title={name}>
          {name}
        </h2>
        <div className="-mx-3 flex">
          <EditKeyButton value={value} reach={reach} />
          {isOwn && <RotateKeyButton value={value} />}
          <RevokeKeyButton value={value} onRevoked={onRevoked} />
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-[3fr_3fr_2fr_3fr_2fr_2fr]">
        <Fact label="Scopes">{scopes.join(", ")}</Fact>
        <Fact label="Databases">{databasesOf(value, reach)}</Fact>
        <Fact label="Created">
          <Day moment={createdAt} />
        </Fact>
        <Fact label="Created by">{madeBy === null ? "The owner" : (madeBy.name ?? "Another key")}</Fact>
        <Fact label={isExpired ? "Expired" : "Expires"} isAlarming={isExpired}>
          {expiresAt === null ? "Never" : <Day moment={expiresAt} />}
        </Fact>
        <Fact label="Last used">{lastUsedAt === null ? "Never" : <Day moment={lastUsedAt} />}</Fact>
      </dl>
    </li>
  );
}

/** The first databases by name; deleted ones by id. */
function databasesOf({ databases }: Key, reach: Reach): string {
  if (databases === null) return "All";
  const names = databases.map(
    (id) => reach.databases.find((each) => each.id === id)?.name ?? `${id} (deleted)`,
  );
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(", ")} and ${more} more` : names.join(", ");
}

const maxNames = 3;
