import { request } from 'node:http'

export type RawAnswer = { status: number; headers: Headers; text: string }

type SlowCall = {
  url: string
  method: string
  headers: Record<string, string>
  body: string
  /** What happens after the server has read the headers and before it gets the body. */
  between: () => Promise<void>
}

/** A request whose body arrives late. */
export function slowCall({ url, method, headers, body, between }: SlowCall): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body))
    const sent = request(url, { method, headers: { ...headers, 'content-length': length } })

    sent.on('error', reject)
    sent.on('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(answer.headers as Record<string, string>),
          text: Buffer.concat(chunks).toString(),
        })
      })
    })
    sent.write(body.slice(0, 1))
    between().then(() => sent.end(body.slice(1)), reject)
  })
}
