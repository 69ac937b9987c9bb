import { render } from '@app/platform/mail/layout/render.ts'
import { passwordChanged } from '@app/platform/mail/templates/security-notices.ts'
import { brand, checkMails } from '@app/platform/test/mail/check-mails.ts'
import { expect, test } from 'vitest'
import { samples } from '#mails/samples.ts'
import { templates } from '#mails/templates.ts'

checkMails(templates, samples)

test('only mails that can be switched off say where', () => {
  const assigned = render(templates.task_assigned, samples.task_assigned, 'en', brand)
  const changed = render(passwordChanged, { at: new Date(0) }, 'en', brand)

  expect(assigned.html).toContain('tab=notifications')
  expect(changed.html).not.toContain('tab=notifications')
})
