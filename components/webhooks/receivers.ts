/** Programs that receive events and verify their signatures, by language. */
export const receivers = {
  TypeScript: `// npm install standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? "");

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const headers = request.headers as Record<string, string>;
    const event = webhook.verify(Buffer.concat(chunks).toString("utf8"), headers);
    console.log(event); // An event may come twice, with the same id.
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(process.env.PORT ?? 3000));
`,
  Python: `# pip install standardwebhooks
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = webhook.verify(body, dict(self.headers))
            print(event)  # An event may come twice, with the same id.
            self.send_response(204)
        except WebhookVerificationError:
            self.send_response(400)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
`,
} as const;
