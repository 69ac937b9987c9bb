import { type Place, suite } from './suite.ts'

type Asked = {
  data: Place
  source: { postMessage(result: unknown): void }
  waitUntil(work: Promise<void>): void
}

type WorkerScope = { addEventListener(name: 'message', listener: (event: Asked) => void): void }

const scope = globalThis as unknown as WorkerScope

scope.addEventListener('message', (event) => {
  const { data, source } = event
  event.waitUntil(
    suite(data).then(
      (result) => source.postMessage(result),
      (error) => source.postMessage({ error: String(error) }),
    ),
  )
})
