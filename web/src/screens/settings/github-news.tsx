import { Notice } from '@app/ui/notice.tsx'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'

type News = { tone: 'positive' | 'danger'; title: MessageKey; text: MessageKey }

const NEWS: Record<string, News> = {
  connected: {
    tone: 'positive',
    title: 'github.told.connected',
    text: 'github.told.connectedText',
  },
  auth_failed: {
    tone: 'danger',
    title: 'github.told.authFailed',
    text: 'github.told.authFailedText',
  },
  setup_failed: {
    tone: 'danger',
    title: 'github.told.setupFailed',
    text: 'github.told.setupFailedText',
  },
}

/** How the visit to GitHub ended. It is read from the address once and then leaves it, so that a reload does not repeat it. */
export function GithubNews({ username }: { username: string }) {
  const { t } = useTranslation()
  const news = useNewsInAddress()

  return (
    news && (
      <Notice tone={news.tone}>
        <p className="font-semibold">{t(news.title)}</p>
        {(news.tone === 'danger' || username) && <p>{t(news.text, { username })}</p>}
      </Notice>
    )
  )
}

function useNewsInAddress(): News | null {
  const [parameters, setParameters] = useSearchParams()
  const name = parameters.get('connected') === 'true' ? 'connected' : parameters.get('error')
  const arrived = (name && NEWS[name]) || null
  const [news, setNews] = useState(arrived)
  if (arrived && arrived !== news) setNews(arrived)

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

  return news
}
