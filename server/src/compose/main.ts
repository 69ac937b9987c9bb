import { loadEngine } from '@app/platform/db/embedded-thread.ts'
import { isEmbedded } from '#config/is-embedded.ts'

// The program is imported only then, so that both load at once.
if (isEmbedded()) loadEngine()
const { run } = await import('./run.ts')
await run()
