import { request as send } from 'node:http'

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Forwards a request to the product and returns its unchanged answer. */
export function forward(address, request, answer) {
  if (!address) return refuse(answer, 503, 'The server is not running. The terminal says why.')

  const { method, url: path, rawHeaders } = request
  const upstream = send(address, { method, path, headers: endToEnd(rawHeaders), agent: false })
  upstream.on('response', (reply) => {
    answer.writeHead(reply.statusCode, reply.statusMessage, endToEnd(reply.rawHeaders))
    reply.pipe(answer)
    reply.on('error', () => answer.destroy())
  })
  upstream.on('error', (error) => {
    if (answer.headersSent) answer.destroy()
    else refuse(answer, 502, `The server did not answer: ${error.message}`)
  })
  answer.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

/** Forwards a request for a WebSocket, then every byte of both sides. */
export function forwardUpgrade(address, request, socket, head) {
  socket.on('error', () => socket.destroy())
  if (!address) return socket.destroy()

  const { method, url: path, rawHeaders } = request
  const upstream = send(address, { method, path, headers: rawHeaders, agent: false })
  upstream.on('upgrade', (reply, product, first) => {
    product.on('error', () => product.destroy())
    product.on('close', () => socket.destroy())
    socket.on('close', () => product.destroy())
    socket.write(headOf(reply, reply.rawHeaders))
    socket.write(first)
    product.write(head)
    product.pipe(socket)
    socket.pipe(product)
  })
  // A refusal, whose body ends with the connection.
  upstream.on('response', (reply) => {
    socket.write(headOf(reply, [...endToEnd(reply.rawHeaders), 'connection', 'close']))
    reply.pipe(socket)
  })
  upstream.on('error', () => socket.destroy())
  upstream.end()
}

function headOf({ statusCode, statusMessage }, headers) {
  const lines = headers.flatMap((name, i) => (i % 2 ? [] : `${name}: ${headers[i + 1]}\r\n`))

  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`
}

/** Headers as a flat list, without hop-by-hop headers. */
function endToEnd(rawHeaders) {
  return rawHeaders.filter((_, i) => !HOP_BY_HOP.has(rawHeaders[i - (i % 2)].toLowerCase()))
}

function refuse(answer, status, text) {
  answer.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}
