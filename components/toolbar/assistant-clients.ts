/** An assistant that can be connected, and its configuration. */
export interface AssistantClient {
  readonly name: string;
  /** Says where the configuration goes. */
  readonly place: string;
  write(server: AssistantServer): string;
}

export interface AssistantServer {
  /** The address of the tools, such as `http://localhost:3000/mcp`. */
  readonly address: string;
  readonly key: string;
}

export const assistantClients: readonly AssistantClient[] = [
  {
    name: "Claude Code",
    place: "Run this in a terminal, in the folder of your project.",
    write: ({ address, key }) =>
      `claude mcp add --transport http rowhouse ${address} \\\n  --header "Authorization: Bearer ${key}"`,
  },
  {
    name: "Claude Desktop",
    place:
      "Add this to claude_desktop_config.json (Settings, Developer, Edit Config), and restart Claude. It needs Node.js.",
    // Claude Desktop starts programs only. A space in an argument would split it on Windows.
    write: ({ address, key }) => {
      const options = [
        "--header",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote puts the variable in
        "Authorization:${AUTH_HEADER}",
        ...(isPlain(address) ? ["--allow-http"] : []),
      ];
      const args = ["-y", "mcp-remote", address, ...options];
      return pretty({
        mcpServers: { rowhouse: { command: "npx", args, env: { AUTH_HEADER: `Bearer ${key}` } } },
      });
    },
  },
  {
    name: "Cursor",
    place: "Add this to ~/.cursor/mcp.json, or to .cursor/mcp.json in your project.",
    write: (server) => pretty({ mcpServers: { rowhouse: remote(server) } }),
  },
  {
    name: "VS Code",
    place: "Add this to .vscode/mcp.json in your project.",
    write: (server) => pretty({ servers: { rowhouse: { type: "http", ...remote(server) } } }),
  },
  {
    name: "Others",
    place: "Most assistants take this form. Choose “Streamable HTTP” if yours asks for the transport.",
    write: (server) => pretty({ mcpServers: { rowhouse: { type: "http", ...remote(server) } } }),
  },
];

function remote({ address, key }: AssistantServer) {
  return { url: address, headers: { Authorization: `Bearer ${key}` } };
}

function isPlain(address: string): boolean {
  return address.startsWith("http:");
}

function pretty(json: unknown): string {
  return JSON.stringify(json, null, 2);
}
