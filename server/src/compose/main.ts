import { loadEngine } from '@app/platform/db/embedded-thread.ts'
import { isEmbedded } from '#config/is-embedded.ts'

// Started before the program is imported, so that both load concurrently.
if (isEmbedded()) loadEngine()
const { run } = await import('./run.ts')
await run()
