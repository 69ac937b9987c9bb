import { loadEngine } from '@app/platform/db/embedded-thread.ts'
import { isEmbedded } from '#config/is-embedded.ts'

// Before the program is imported, so that both load at the same time.
if (isEmbedded()) loadEngine()
const { run } = await import('./run.ts')
await run()
