import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { readEnvironment } from "./env";

describe("readEnvironment", () => {
  test("has defaults, and the embedded database without DATABASE_URL", () => {
    expect(readEnvironment({})).toEqual({
      PORT: 3000,
      HOST: "127.0.0.1",
      APP_URL: "http://localhost:3000",
      WORKERS: 1,
      DATABASE_CONNECTIONS: 20,
      ROWHOUSE_DATA_DIR: "data",
      LOG_LEVEL: "info",
      WEBHOOK_ALLOW_PRIVATE: false,
      PAGES: true,
    });
  });

  test("treats an empty variable as not set", () => {
    expect(readEnvironment({ PORT: "", DATABASE_URL: "", APP_URL: "" })).toEqual(readEnvironment({}));
  });

  test("derives the address of the application from the port", () => {
    expect(readEnvironment({ PORT: "8080" }).APP_URL).toBe("http://localhost:8080");
    expect(readEnvironment({ APP_URL: "https://Tables.example.com/" }).APP_URL).toBe(
      "https://tables.example.com",
    );
  });

  test("scales connections by workers", () => {
    const connectionsOf = (WORKERS: string) => readEnvironment({ WORKERS }).DATABASE_CONNECTIONS;
    expect([connectionsOf("1"), connectionsOf("2"), connectionsOf("8")]).toEqual([20, 20, 80]);
    expect(readEnvironment({ WORKERS: "4", DATABASE_CONNECTIONS: "20" }).DATABASE_CONNECTIONS).toBe(20);
    expect(() => readEnvironment({ WORKERS: "5", DATABASE_CONNECTIONS: "24" })).toThrow(
      'DATABASE_CONNECTIONS must be at least 5 for each of the WORKERS; it is "24"',
    );
    expect(readEnvironment({ WORKERS: "auto" }).WORKERS).toBe(availableParallelism());
  });

  test.each([
    ["WORKERS", "0", 'WORKERS must be a whole number from 1 to 64, or auto for one per core; it is "0"'],
    ["WORKERS", "many", /^WORKERS must be/],
    ["METRICS_TOKEN", "short", /^METRICS_TOKEN must have at least 16 characters, without spaces$/],
    ["PORT", "http", 'PORT must be a whole number from 0 to 65535; it is "http"'],
    ["PORT", "65536", 'PORT must be a whole number from 0 to 65535; it is "65536"'],
    ["PORT", "-1", 'PORT must be a whole number from 0 to 65535; it is "-1"'],
    ["APP_URL", "example.com", /^APP_URL must be an address without a path/],
    ["APP_URL", "https://example.com/tables", /^APP_URL must be an address without a path/],
    ["APP_URL", "ftp://example.com", /^APP_URL must be an address without a path/],
    ["PAGES", "false", 'PAGES must be on or off; it is "false"'],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL must be trace, .*; it is "loud"$/],
    ["OIDC_ISSUER", "login.example.com", /^OIDC_ISSUER must be the address of an OpenID provider/],
    ["OIDC_ISSUER", "https://login.example.com/.well-known/openid-configuration", /^OIDC_ISSUER must be/],
    [
      "OIDC_ISSUER",
      "https://login.example.com",
      /^OIDC_CLIENT_ID must be set if another .*\nOIDC_CLIENT_SECRET/,
    ],
    ["OIDC_DOMAINS", "example.com", /^OIDC_ISSUER must be set if another variable beginning with OIDC_ is\n/],
    ["OIDC_DOMAINS", "@example.com", /^OIDC_DOMAINS must be domains of e-mail addresses/],
    ["MCP_ALLOWED_HOSTS", "https://example.com", /^MCP_ALLOWED_HOSTS must be names of hosts without ports/],
    ["MCP_ALLOWED_HOSTS", "example.com:8080", /^MCP_ALLOWED_HOSTS must be names of hosts without ports/],
    ["OIDC_NAME", "x".repeat(41), /^OIDC_NAME must have at most 40 characters/],
    ["DATABASE_CONNECTIONS", "0", /^DATABASE_CONNECTIONS must be a whole number from 1 to 1000/],
  ])("explains the problem of %s=%s", (name, value, message) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(message);
  });

  test("e-mail needs a sender and the address of the application", () => {
    const mail = { SMTP_URL: "smtps://user:secret@mail.example.com", MAIL_FROM: "Rowhouse <a@example.com>" };
    const APP_URL = "https://tables.example.com";
    expect(readEnvironment({ ...mail, APP_URL })).toMatchObject(mail);
    expect(() => readEnvironment(mail)).toThrow(/^APP_URL must be set with SMTP_URL: [^;]*$/);
    expect(() => readEnvironment({ ...mail, MAIL_FROM: "", APP_URL })).toThrow(
      /^MAIL_FROM must be set with SMTP_URL: [^;]*$/,
    );
    for (const MAIL_FROM of [
      "nobody",
      "a@example.com, b@example.com",
      "A <a@example.com>\nBcc: b@example.com",
    ]) {
      expect(() => readEnvironment({ ...mail, MAIL_FROM, APP_URL })).toThrow(
        /^MAIL_FROM must be an e-mail address/,
      );
    }
  });

  test.each([
    ["DATABASE_URL", "mysql://me:secret@localhost/app"],
    ["SMTP_URL", "http://me:secret@mail.example.com"],
    ["ROWHOUSE_API_KEY", "sk_prod_secret"],
  ])("never prints the value of %s", (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(name);
    expect(() => readEnvironment({ [name]: value })).not.toThrow(/secret/);
  });

  test("reads the provider of OpenID Connect", () => {
    const given = {
      OIDC_ISSUER: "http://10.0.0.1:8080/realms/main",
      OIDC_CLIENT_ID: "rowhouse",
      OIDC_CLIENT_SECRET: "secret",
    };
    expect(readEnvironment(given)).toMatchObject(given);
    expect(readEnvironment({ ...given, OIDC_DOMAINS: "Example.com, example.org" }).OIDC_DOMAINS).toEqual([
      "example.com",
      "example.org",
    ]);
  });

  test("reads the hosts of assistants", () => {
    const { MCP_ALLOWED_HOSTS } = readEnvironment({ MCP_ALLOWED_HOSTS: "Example.com, 10.0.0.5,[::2]" });
    expect(MCP_ALLOWED_HOSTS).toEqual(["example.com", "10.0.0.5", "[::2]"]);
  });

  test("lists all problems at once", () => {
    expect(() => readEnvironment({ PORT: "x", LOG_LEVEL: "y" })).toThrow(/^PORT .*\nLOG_LEVEL .*$/);
  });
});
