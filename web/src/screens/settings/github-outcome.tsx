import { Notice } from '@app/ui/notice.tsx'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { HelpLink } from '#i18n/help-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

/** `place` is a section of the troubleshooting guide. */
type Outcome = { tone: 'positive' | 'danger'; title: MessageKey; text: MessageKey; place?: string }

const OUTCOMES: Record<string, Outcome> = {
  connected: {
    tone: 'positive',
    title: 'githubSettings.outcome.connected',
    text: 'githubSettings.outcome.connectedText',
  },
  auth_failed: {
    tone: 'danger',
    title: 'githubSettings.outcome.authFailed',
    text: 'githubSettings.outcome.authFailedText',
    place: 'code-expired',
  },
  setup_failed: {
    tone: 'danger',
    title: 'githubSettings.outcome.setupFailed',
    text: 'githubSettings.outcome.setupFailedText',
    place: 'app-not-installed',
  },
}

/** The result of the visit to GitHub. It is read once and removed from the URL, so that a reload does not repeat it. */
export function GithubOutcome({ username }: { username: string }) {
  const { t } = useTranslation()
  const outcome = useOutcomeInAddress()

  return (
    outcome && (
      <Notice tone={outcome.tone}>
        <p className="font-semibold">{t(outcome.title)}</p>
        {(outcome.tone === 'danger' || username) && <p>{t(outcome.text, { username })}</p>}
        {outcome.place && <HelpLink place={outcome.place} />}
      </Notice>
    )
  )
}

function useOutcomeInAddress(): Outcome | null {
  const [parameters, setParameters] = useSearchParams()
  const name = parameters.get('connected') === 'true' ? 'connected' : parameters.get('error')
  const arrived = (name && OUTCOMES[name]) || null
  const [outcome, setOutcome] = useState(arrived)
  if (arrived && arrived !== outcome) setOutcome(arrived)

  useEffect(() => {
    if (!arrived) return
    setParameters(
      (address) => {
        address.delete('connected')
        address.delete('error')
        return address
      },
      { replace: true },
    )
  }, [arrived, setParameters])

  return outcome
}
