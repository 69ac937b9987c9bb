import { expect, test } from 'vitest'
import { ALL_BUILDS } from './preparation.js'
import { buildsFor } from './test-files.js'

test.each([
  ['a rule of the web', ['web/src/i18n/messages.test.ts'], []],
  ['a test over the platform', ['platform/test/identity/sign-in.test.ts'], ['platform']],
  ['a panel', ['sync-panels/test'], []],
  ['a test of the built server', ['web/test/session'], ['server']],
  ['pages', ['server/test/pages'], ['web', 'compression', 'platform', 'server']],
  ['several', ['web/test/session', 'scripts/start'], ALL_BUILDS],
])('%s is built as far as its tests need it', (_what, chosen, builds) => {
  expect(buildsFor(chosen)).toEqual(builds)
})
