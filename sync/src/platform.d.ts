// The web's globals that page, service worker and Node share. Anything else, DOM or Node, does not compile here.

declare const crypto: {
  subtle: { digest(algorithm: 'SHA-1', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> }
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

declare class TextDecoder {
  constructor(
    encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1',
    options?: { fatal?: boolean; ignoreBOM?: boolean },
  )
  decode(bytes: Uint8Array<ArrayBuffer>, options?: { stream?: boolean }): string
}

declare class AbortSignal {
  readonly aborted: boolean
  static any(signals: AbortSignal[]): AbortSignal
  static timeout(ms: number): AbortSignal
  addEventListener(type: 'abort', listener: () => void): void
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(): void
}

declare class URL {
  constructor(address: string, base?: string)
  readonly origin: string
  readonly pathname: string
}

/** Bytes outside of the program's own memory; a request reads them in portions. */
declare class Blob {
  constructor(parts: readonly (Blob | Uint8Array<ArrayBuffer> | string)[])
  readonly size: number
  slice(start: number, end: number): Blob
  arrayBuffer(): Promise<ArrayBuffer>
  stream(): {
    getReader(options: { mode: 'byob' }): {
      read(into: Uint8Array<ArrayBuffer>): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }>
    }
  }
}

type ByteStream = {
  getReader(): { read(): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }> }
}

declare class ReadableStream {
  constructor(
    source: {
      pull(controller: {
        enqueue(bytes: Uint8Array<ArrayBuffer>): void
        close(): void
      }): Promise<void>
      cancel(): Promise<void>
    },
    strategy: { highWaterMark: number },
  )
}

declare class CompressionStream {
  constructor(format: 'deflate')
  readonly readable: ByteStream
  readonly writable: {
    getWriter(): { write(bytes: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> }
  }
}

declare class Response {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: ByteStream | null
  arrayBuffer(): Promise<ArrayBuffer>
  text(): Promise<string>
}

declare function atob(base64: string): string
declare function btoa(latin1: string): string
