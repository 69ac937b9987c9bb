import { Badge } from '@app/ui/badge.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { UnsizedPlaceholder } from '@app/ui/unsized-placeholder.tsx'
import type { UserIdentity } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import {
  identitiesQuery,
  useFinishLinking,
  useLinkIdentity,
  useUnlinkIdentity,
} from '#api/sign-in/identities.ts'
import { PROVIDER_NAMES, type Provider } from '#api/sign-in/sign-in.ts'
import { redirectAddress } from '#browser/redirect-address.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'

const UnlinkDialog = onDemand(async () => (await import('./unlink-dialog.tsx')).UnlinkDialog)

const PROVIDERS: Provider[] = ['github', 'google']

/** The server refuses to unlink the last identity; the page shows its message. */
export function IdentitiesCard() {
  const { t } = useTranslation()
  const returning = useReturnFromLinking()
  const identities = useQuery({ ...identitiesQuery, enabled: !returning.isPending })
  const { siteUrl } = usePublicConfig()
  const linking = useLinkIdentity(() => redirectAddress(paths.security, location, siteUrl))
  const unlinking = useUnlinkIdentity()
  const [leaving, setLeaving] = useState<UserIdentity | null>(null)
  const failure = linking.error ?? unlinking.error ?? returning.error
  const find = (provider: string) => identities.data?.find((one) => one.provider === provider)

  function unlink(identity: UserIdentity) {
    const provider = nameOf(identity)
    const title = t('settings.identities.unlinked', { provider })
    unlinking.mutate(identity, { onSuccess: () => toasts.show({ title, tone: 'positive' }) })
  }

  return (
    <Card title={t('settings.identities.title')} lead={t('settings.identities.lead')}>
      {failure && (
        <FailureNotice
          failure={{
            title: t('settings.identities.failed'),
            text: userMessage(t, failure, 'errors.tryAgain'),
          }}
        />
      )}
      {identities.isPending && (
        <UnsizedPlaceholder>
          <Skeleton className="h-24 w-full" />
        </UnsizedPlaceholder>
      )}
      {identities.isError && (
        <LoadFailed
          title={t('settings.loadFailed')}
          text={userMessage(t, identities.error, 'errors.tryAgain')}
          retryText={t('settings.retry')}
          onRetry={identities.refetch}
        />
      )}
      {identities.isSuccess && (
        <ul className="divide-y divide-line">
          {find('email') && (
            <Way
              name={t('settings.identities.email')}
              address={find('email')?.identity_data?.email}
            >
              <Badge tone="positive">{t('settings.identities.linked')}</Badge>
            </Way>
          )}
          {[...PROVIDERS, ...identities.data.filter(isCustom)].map((one) => {
            const identity = typeof one === 'string' ? find(one) : one
            const name = typeof one === 'string' ? PROVIDER_NAMES[one] : nameOf(one)

            return (
              <Way key={name} name={name} address={identity?.identity_data?.email}>
                {identity && <Badge tone="positive">{t('settings.identities.linked')}</Badge>}
                <Button
                  variant="secondary"
                  size="sm"
                  isBusy={linking.isPending || unlinking.isPending}
                  onClick={() =>
                    typeof one === 'string' && !identity
                      ? linking.mutate(one)
                      : setLeaving(identity ?? null)
                  }
                >
                  {t(identity ? 'settings.identities.unlink' : 'settings.identities.link', {
                    provider: name,
                  })}
                </Button>
              </Way>
            )
          })}
        </ul>
      )}
      {leaving && (
        <UnlinkDialog
          provider={nameOf(leaving)}
          onClose={() => setLeaving(null)}
          onConfirm={() => unlink(leaving)}
        />
      )}
    </Card>
  )
}

/** Providers that the operator added. Other clients link them. */
const isCustom = ({ provider }: UserIdentity) => provider.startsWith(CUSTOM)
const CUSTOM = 'custom:'

const nameOf = ({ provider }: UserIdentity) =>
  PROVIDERS.some((one) => one === provider)
    ? PROVIDER_NAMES[provider as Provider]
    : provider.replace(CUSTOM, '')

function Way(props: { name: string; address: unknown; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium">{props.name}</p>
        {typeof props.address === 'string' && (
          <p className="text-sm break-words text-ink-soft">{props.address}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">{props.children}</div>
    </li>
  )
}

/** After the provider's redirect: exchanges the code in the URL once and removes it. */
function useReturnFromLinking() {
  const [parameters, setParameters] = useSearchParams()
  const code = parameters.get('code')
  const { mutate, isPending, error } = useFinishLinking()

  useEffect(() => {
    if (code === null) return
    mutate(code)
    setParameters(
      (address) => {
        address.delete('code')
        return address
      },
      { replace: true },
    )
  }, [code, mutate, setParameters])

  return { isPending: isPending || code !== null, error }
}
