import type { DataRouter } from 'react-router'
import { type ExpiredLink, SERVERS_WORDS } from '#api/session/auth-answer.ts'
import { askedAddress } from '#api/sign-in/asked-address.ts'
import { paths } from '#config/paths.ts'
import type { Translator } from '#i18n/messages.ts'

/**
 * Every expired link leads to one page (specification, section 2), which offers what helps with its kind. Before
 * anything is rendered: a guard of the page that the link led to would lose the reason.
 */
export async function leaveExpiredLink(
  router: DataRouter,
  { text, type }: ExpiredLink,
  translator: Translator,
): Promise<void> {
  const email = askedAddress()
  const state = {
    message: messageOf({ text, type }, translator),
    ...(type !== null && { type }),
    ...(email !== null && { email }),
  }

  await router.navigate(paths.resendConfirmation, { replace: true, state })
}

/** The server's words, which are known in every language; without any, ours about a confirmation. */
function messageOf({ text, type }: ExpiredLink, { t }: Translator): string {
  if (text !== null && text !== SERVERS_WORDS) return text
  const isOfAnotherKind = type === 'recovery' || type === 'email_change'

  return text === null && !isOfAnotherKind ? t('session.linkExpired') : t('errors.linkExpired')
}
