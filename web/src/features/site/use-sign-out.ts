import { toasts } from '@app/ui/toaster.tsx'
import { useNavigate } from 'react-router'
import { openIdentity } from '#api/identity.ts'
import { userMessage } from '#api/user-message.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Of this browser alone: signing out everywhere would end the extension's session too. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation()
  const navigate = useNavigate()

  return async () => {
    const auth = await openIdentity()
    const { error } = await auth.signOut({ scope: 'local' })

    if (error) {
      const text = userMessage(t, error, 'errors.signOutFailed')
      toasts.show({ title: t('common.error'), text, tone: 'danger' })
    } else {
      await navigate(paths.login)
    }
  }
}
