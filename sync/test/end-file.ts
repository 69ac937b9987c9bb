import { afterAll } from 'vitest'
import { forgetContents } from './open-world.ts'
import { closeShell } from './run-program.ts'

// Files share modules: what one of them has opened or kept is not the next one's.
afterAll(() => {
  closeShell()
  forgetContents()
})
