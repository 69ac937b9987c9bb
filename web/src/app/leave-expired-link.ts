import { toasts } from '@app/ui/toaster.tsx'
import type { DataRouter } from 'react-router'
import { askedAddress } from '#api/asked-address.ts'
import type { ExpiredLink } from '#api/auth-answer.ts'
import { paths } from '#config/paths.ts'
import type { Translator } from '#i18n/messages.ts'

/**
 * Leads to where a new link of the same kind is asked for. Before anything is rendered: a guard of the page that the link
 * led to would lose the reason.
 */
export async function leaveExpiredLink(
  router: DataRouter,
  { text, type }: ExpiredLink,
  { t }: Translator,
): Promise<void> {
  const email = askedAddress()
  const known = email === null ? {} : { email }

  if (type === 'recovery') {
    const state = { message: t('errors.linkExpired'), ...known }
    await router.navigate(paths.forgotPassword, { replace: true, state })
  } else if (type === 'email_change') {
    toasts.show({ title: t('errors.linkExpired'), tone: 'danger' })
    await router.navigate(paths.account, { replace: true })
  } else {
    // Specification, section 2: the server's words, else ours.
    const state = { message: text ?? t('session.linkExpired'), ...known }
    await router.navigate(paths.resendConfirmation, { replace: true, state })
  }
}
