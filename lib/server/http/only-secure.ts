import { env } from "../env";

/** Where the service is reached by https, a browser is told to come by nothing else for a year. */
export function onlySecure(): { [name: string]: string } {
  return env.APP_URL.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {};
}
