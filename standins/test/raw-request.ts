import { request } from 'node:http'

type Options = { method?: string; headers?: Record<string, string> }

/** fetch sets the Host header itself; an attack with DNS rebinding needs another one. */
export function rawRequest(url: string, { method = 'GET', headers = {} }: Options) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      let body = ''
      response
        .setEncoding('utf8')
        .on('data', (chunk) => {
          body += chunk
        })
        .on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}
