// Loaded before a command: ends it by SIGTERM with the line that says it is ready, not a moment later.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.stdout.write = new Proxy(process.stdout.write, {
    apply(write, stdout, given) {
      const isFlushed = Reflect.apply(write, stdout, given)
      if (String(given[0]).startsWith('ready ')) process.kill(process.pid, 'SIGTERM')

      return isFlushed
    },
  })
}
