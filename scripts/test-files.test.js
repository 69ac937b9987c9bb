import { expect, test } from 'vitest'
import { ALL_BUILDS } from './prepare.js'
import { buildsFor } from './test-files.js'

test.each([
  ['a rule of the web', ['web/src/i18n/messages.test.ts'], []],
  ['a test over the platform', ['platform/test/identity/sign-in.test.ts'], ['platform']],
  ['the backend client', ['backend-client/test'], ALL_BUILDS],
  ["the extension's worker", ['extension/test'], ALL_BUILDS],
  ['a rule of the extension', ['extension/src'], []],
  ['a panel', ['sync-panels/test'], []],
  ['a test of the built server', ['web/test/session'], ['server']],
  ['pages', ['server/test/pages'], ['web', 'compression', 'platform', 'server']],
  ['several', ['web/test/session', 'scripts/start'], ALL_BUILDS],
])('%s is built as far as its tests need it', (_what, chosen, builds) => {
  expect(buildsFor(chosen)).toEqual(builds)
})
