import autocannon from "autocannon";

/**
 * Asks one address many times, in a process of its own: `node load.js <options as JSON>`, autocannon's options. Prints its
 * result as JSON. Each connection begins with another request: all of them with the same one would go on in step, as visitors
 * don't.
 */
const options = JSON.parse(process.argv[2]);
let connections = 0;
const result = await autocannon({
  ...options,
  setupClient(client) {
    const first = connections % options.requests.length;
    connections += 1;
    client.setRequests([...options.requests.slice(first), ...options.requests.slice(0, first)]);
  },
});
console.log(JSON.stringify(result));
