/** Finds and replaces the files that a view's config holds, by the registry of config keys. */
import type { Attachment } from "./attachments";
import { configKeyNames, configKeys } from "./view-types";
import type { ViewConfig } from "./views";

/** The settings that hold a file. */
export const fileKeys = configKeyNames.filter((key): key is "cover" => configKeys[key].isFile === true);

/** Replaces every file in a config. */
export function mapFiles<Config extends Partial<ViewConfig>>(
  config: Config,
  change: (file: Attachment) => Attachment,
): Config {
  const changed = fileKeys.flatMap((key) => {
    const file = config[key];
    return file ? [[key, change(file)]] : [];
  });
  return { ...config, ...Object.fromEntries(changed) };
}
