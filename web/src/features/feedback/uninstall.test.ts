import { expect, test } from 'vitest'
import { usageIn } from './uninstall.ts'

test('the address tells version, days, pushes, the way in and whether there were errors', () => {
  expect(usageIn('?v=2.0.0&d=12&p=34&a=github-app&e=true')).toEqual({
    extension_version: '2.0.0',
    days_installed: 12,
    push_count: 34,
    auth_method: 'github-app',
    had_errors: true,
  })
})

test.each(['', '?v=&d=-1&p=1.5&a=&e=maybe', `?v=${'9'.repeat(51)}&d=9999999999&p=x`])(
  'what %s does not say properly stays unknown',
  (search) => {
    expect(usageIn(search)).toEqual({
      extension_version: null,
      days_installed: null,
      push_count: null,
      auth_method: null,
      had_errors: null,
    })
  },
)
