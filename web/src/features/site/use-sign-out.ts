import { toasts } from '@app/ui/toaster.tsx'
import { useNavigate } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { signOut } from '#api/sign-in/sign-out.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Signs out and opens the login; a failure is reported in a toast. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation()
  const navigate = useNavigate()

  return async () => {
    try {
      await signOut()
    } catch (error) {
      const text = userMessage(t, error, 'errors.signOutFailed')
      toasts.show({ title: t('common.error'), text, tone: 'danger' })
      return
    }
    await navigate(paths.login)
  }
}
