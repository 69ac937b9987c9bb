import { toasts } from '@app/ui/toaster.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userMessage } from '#api/errors/user-message.ts'
import { passkeysQuery, useAddPasskey } from '#api/sign-in/passkeys.ts'
import { isCancelled } from '#api/sign-in/webauthn.ts'
import { PASSKEY_OFFERED, writeStored } from '#browser/storage.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** After a sign-in by password on a device with a fingerprint, face or screen lock: once, and never again on this device. */
export function PasskeyOffer() {
  const { t } = useTranslation()
  const { data: passkeys } = useQuery(passkeysQuery)
  const { mutate: add } = useAddPasskey()
  const hasNone = passkeys?.length === 0

  useEffect(() => {
    if (!hasNone) return
    let isLeft = false
    void PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then((isAvailable) => {
      if (!isAvailable || isLeft) return
      writeStored(PASSKEY_OFFERED, '1')
      toasts.show({
        title: t('settings.passkeys.offer'),
        text: t('settings.passkeys.lead'),
        subject: PASSKEY_OFFERED,
        action: { text: t('settings.passkeys.add'), run },
      })
    })
    return () => {
      isLeft = true
    }

    function run() {
      add(undefined, {
        onSuccess: () => toasts.show({ title: t('settings.passkeys.added'), tone: 'positive' }),
        onError: (error) => {
          if (isCancelled(error)) return
          const text = userMessage(t, error, 'errors.tryAgain')
          toasts.show({ title: t('settings.passkeys.failed'), text, tone: 'danger' })
        },
      })
    }
  }, [hasNone, add, t])

  return null
}
