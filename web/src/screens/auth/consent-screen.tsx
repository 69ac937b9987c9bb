import { Avatar } from '@app/ui/avatar.tsx'
import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import type { OAuthAuthorizationDetails } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { userMessage } from '#api/errors/user-message.ts'
import { accessRequestQuery, isRequestOver, useAnswerRequest } from '#api/sign-in/access-request.ts'
import { paths } from '#config/paths.ts'
import { TextLink } from '#features/auth/text-link.tsx'
import { appName, receiverOf, scopeWords } from '#features/connected-apps/app-words.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AuthFrame } from './auth-frame.tsx'

/** Where the OAuth server sends a member whom an app asks for access. */
export function ConsentScreen() {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const id = parameters.get('authorization_id') ?? ''
  const request = useQuery(accessRequestQuery(id))

  if (id === '' || (request.isError && isRequestOver(request.error))) return <RequestOver />
  if (request.isPending) {
    return (
      <Frame title={t('connectedApps.consent.loading')}>
        <Skeleton className="h-64 w-full" />
      </Frame>
    )
  }
  if (request.isError) {
    return (
      <Frame title={t('connectedApps.consent.failed')}>
        <LoadFailed
          title={t('connectedApps.consent.failed')}
          text={userMessage(t, request.error, 'errors.tryAgain')}
          retryText={t('errorPage.tryAgain')}
          onRetry={request.refetch}
        />
      </Frame>
    )
  }
  if ('redirect_url' in request.data) return <Returning to={request.data.redirect_url} />

  return <Question request={request.data} />
}

function Question({ request }: { request: OAuthAuthorizationDetails }) {
  const { t } = useTranslation()
  const answer = useAnswerRequest(request.authorization_id)
  const app = appName(t, request.client)
  const receiver = receiverOf(request.redirect_uri)

  if (answer.data !== undefined) return <Returning to={answer.data} />
  if (answer.error && isRequestOver(answer.error)) return <RequestOver />

  return (
    <Frame title={t('connectedApps.consent.title', { app })}>
      <div className="grid gap-6">
        <div className="flex items-center gap-4">
          <Avatar letter={app.slice(0, 1)} className="size-11" />
          <div className="min-w-0">
            <p className="font-semibold break-words">{app}</p>
            {request.client.uri && (
              <p className="text-sm break-words text-ink-soft">{hostOf(request.client.uri)}</p>
            )}
          </div>
        </div>
        <section className="grid gap-2">
          <h2 className="text-sm font-medium">{t('connectedApps.consent.may')}</h2>
          <ul className="grid gap-2">
            {scopeWords(t, request.scope.split(' ')).map((words) => (
              <li key={words} className="flex items-start gap-3">
                <CheckIcon className="mt-0.5 size-5 flex-none text-positive" />
                <span>{words}</span>
              </li>
            ))}
          </ul>
        </section>
        <dl className="grid gap-3 rounded-md border border-line bg-sunken p-4 text-sm">
          <Row name={t('connectedApps.consent.account')}>{request.user.email}</Row>
          <Row name={t('connectedApps.consent.receiver')}>
            {receiver.name}
            {receiver.isLocal && (
              <span className="block font-normal text-ink-soft">
                {t('connectedApps.consent.local')}
              </span>
            )}
          </Row>
        </dl>
        <p className="text-sm text-ink-soft">{t('connectedApps.consent.warning')}</p>
        {answer.error && (
          <FailureNotice
            failure={{
              title: t('connectedApps.consent.answerFailed'),
              text: userMessage(t, answer.error, 'errors.tryAgain'),
            }}
          />
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button
            variant="secondary"
            isBusy={answer.isPending && answer.variables === 'deny'}
            disabled={answer.isPending}
            onClick={() => answer.mutate('deny')}
          >
            {t('connectedApps.consent.deny')}
          </Button>
          <Button
            isBusy={answer.isPending && answer.variables === 'approve'}
            disabled={answer.isPending}
            onClick={() => answer.mutate('approve')}
          >
            {t('connectedApps.consent.approve')}
          </Button>
        </div>
      </div>
    </Frame>
  )
}

/** A program on this computer opens beside the page, which then stays. */
function Returning({ to }: { to: string }) {
  const { t } = useTranslation()

  useEffect(() => {
    window.location.replace(to)
  }, [to])

  return (
    <Frame title={t('connectedApps.consent.returning')}>
      <div className="grid gap-5">
        <p className="text-ink-soft">{t('connectedApps.consent.returningText')}</p>
        <a href={to} className={buttonClasses('secondary')}>
          {t('connectedApps.consent.goBack')}
        </a>
      </div>
    </Frame>
  )
}

function RequestOver() {
  const { t } = useTranslation()

  return (
    <Frame title={t('connectedApps.consent.over')}>
      <div className="grid gap-5">
        <p className="text-ink-soft">{t('connectedApps.consent.overText')}</p>
        <Link to={paths.dashboard} className={buttonClasses('secondary')}>
          {t('connectedApps.consent.toDashboard')}
        </Link>
      </div>
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()

  return (
    <AuthFrame
      title={title}
      links={<TextLink to={paths.security}>{t('connectedApps.consent.manage')}</TextLink>}
    >
      {children}
    </AuthFrame>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  )
}

const hostOf = (uri: string) => new URL(uri).host
