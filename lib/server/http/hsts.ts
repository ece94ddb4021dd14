import { env } from "../env";

/** Makes browsers use only HTTPS for a year, if the service is reached by HTTPS. */
export function hstsHeader(): { [name: string]: string } {
  return env.APP_URL.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {};
}
