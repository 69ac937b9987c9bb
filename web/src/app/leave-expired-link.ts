import type { DataRouter } from 'react-router'
import { type ExpiredLink, SERVERS_WORDS } from '#api/session/auth-answer.ts'
import { requestedAddress } from '#api/sign-in/requested-address.ts'
import { paths } from '#config/paths.ts'
import type { Translator } from '#i18n/messages.ts'

/**
 * Every expired link leads to one page (specification, section 2), which offers suitable help. Runs before rendering, because a guard of
 * the link's page would lose the reason.
 */
export async function leaveExpiredLink(
  router: DataRouter,
  { text, type }: ExpiredLink,
  translator: Translator,
): Promise<void> {
  const email = requestedAddress()
  const state = {
    message: messageOf({ text, type }, translator),
    ...(type !== null && { type }),
    ...(email !== null && { email }),
  }

  await router.navigate(paths.resendConfirmation, { replace: true, state })
}

/** The server's texts, which are translated; without one, our own about a confirmation. */
function messageOf({ text, type }: ExpiredLink, { t }: Translator): string {
  if (text !== null && text !== SERVERS_WORDS) return text
  const isOfAnotherKind = type === 'recovery' || type === 'email_change'

  return text === null && !isOfAnotherKind ? t('session.linkExpired') : t('errors.linkExpired')
}
