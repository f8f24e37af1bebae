// An agent that is built on the SDK of the Model Context Protocol for JavaScript: it learns how to get a token, registers itself, prints the
// address at which a person lets it in, waits for the person to come back, and calls a tool: node oauth.mjs ADDRESS
import { createServer } from "node:http";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const server = createServer();
const came = new Promise((resolve) => {
  server.on("request", (request, response) => {
    response.setHeader("Content-Type", "text/html").end("<title>Back</title><p>Back at the program");
    const query = new URL(request.url, "http://127.0.0.1").searchParams;
    if (query.has("code")) resolve(query);
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const kept = {};
const provider = {
  redirectUrl: `http://127.0.0.1:${server.address().port}/back`,
  get clientMetadata() {
    return { client_name: "An agent in JavaScript", redirect_uris: [this.redirectUrl], grant_types: ["authorization_code", "refresh_token"], response_types: ["code"], token_endpoint_auth_method: "none" };
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  redirectToAuthorization: (address) => console.log(address.href),
};
const connect = async () => {
  const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]), { authProvider: provider });
  const client = new Client({ name: "test", version: "1" });
  try {
    await client.connect(transport);
  } catch (error) {
    if (error.constructor.name !== "UnauthorizedError") throw error;
    const query = await came;
    await transport.finishAuth(query.get("code"));
    return connect();
  }
  return client;
};
const client = await connect();
const first = kept.tokens.access_token;
console.log(JSON.stringify((await client.callTool({ name: "check_balance", arguments: {} })).structuredContent));
kept.tokens = { ...kept.tokens, access_token: "an-old-one" }; // it refreshes by itself
await client.callTool({ name: "check_balance", arguments: {} });
console.log(kept.tokens.access_token !== first ? "refreshed" : "not refreshed");
await client.close();
server.close();
