import autocannon from "autocannon";

/**
 * Runs autocannon in its own process. Each connection starts with a different request, because
 * equal starts would keep the connections in step, unlike visitors.
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
