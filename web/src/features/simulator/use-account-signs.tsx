import type { OwnGithub } from '@app/backend-client/account'
import type { OwnSession } from '@app/backend-client/backend'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  allowanceQuery,
  ownGithubQuery,
  ownPlanQuery,
  ownUserQuery,
} from '#api/simulator/own-account.ts'
import { useOwnSession } from '#api/simulator/own-session.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'

export type Sign = {
  tone: 'plain' | 'accent' | 'positive' | 'notice' | 'danger'
  text: string
  /** The action that solves it. */
  way?: ReactNode
}

/** The status of session, plan, connection and rate limit. Null while loading. */
export function useAccountSigns(userId: string) {
  const { t } = useTranslation()
  const session = useOwnSession()
  const canCheck = session !== null && !session.isEnded
  const user = useQuery({ ...ownUserQuery(userId), enabled: canCheck })
  const plan = useQuery({ ...ownPlanQuery(userId), enabled: canCheck })
  const github = useQuery({ ...ownGithubQuery(userId), enabled: canCheck })
  const token = github.data?.state === 'connected' ? github.data.token : null
  const allowance = useQuery({
    ...allowanceQuery(userId, token),
    enabled: canCheck && token !== null,
  })

  return {
    canCheck,
    isChecking: [user, plan, github, allowance].some(({ isFetching }) => isFetching),
    session: canCheck ? signOf(t, user, () => sessionSign(t, session)) : sessionSign(t, session),
    plan: signOf(t, plan, ({ isPro }) => ({
      tone: isPro ? 'accent' : 'plain',
      text: isPro ? t('simulator.status.pro') : t('simulator.status.free'),
    })),
    github: signOf(t, github, (connection) => githubSign(t, connection)),
    allowance: signOf(t, allowance, ({ remaining, limit }) => ({
      tone: remaining === 0 ? 'danger' : 'plain',
      text: t('simulator.status.left', { remaining, limit }),
    })),
  }
}

function signOf<Data>(
  t: Translator['t'],
  { data, isError, isFetching }: UseQueryResult<Data>,
  sign: (data: Data) => Sign,
): Sign | null {
  if (isError) return { tone: 'danger', text: t('simulator.status.failed') }
  if (data !== undefined) return sign(data)

  return isFetching ? null : { tone: 'plain', text: t('simulator.status.unknown') }
}

function sessionSign(t: Translator['t'], session: OwnSession | null): Sign {
  if (!session) return { tone: 'plain', text: t('simulator.status.none') }

  return session.isEnded
    ? { tone: 'danger', text: t('simulator.status.expired') }
    : { tone: 'positive', text: t('simulator.status.own') }
}

const WAY_CLASSES =
  'inline-flex min-h-6 items-center font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11'

function githubSign(t: Translator['t'], connection: OwnGithub): Sign {
  switch (connection.state) {
    case 'connected':
      return {
        tone: 'positive',
        text: t('simulator.status.connectedAs', { login: connection.login }),
      }
    case 'missing':
      return {
        tone: 'notice',
        text: t('simulator.status.notConnected'),
        way: (
          <Link to={paths.github} className={WAY_CLASSES}>
            {t('simulator.status.connect')}
          </Link>
        ),
      }
    case 'notInstalled':
      return {
        tone: 'notice',
        text: t('simulator.status.notInstalled'),
        way: (
          <a href={connection.installUrl ?? paths.github} className={WAY_CLASSES}>
            {t('simulator.status.install')}
          </a>
        ),
      }
  }
}
