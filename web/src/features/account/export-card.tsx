import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import {
  type DataExport,
  latestExportQuery,
  useDownloadExport,
  useRequestExport,
} from '#api/account/exports.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { MEMBER_TOPIC, useLive } from '#api/live/topics.ts'
import { useMember } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'

export function ExportCard() {
  const { t } = useTranslation()
  const { id } = useMember()
  const latest = useQuery(latestExportQuery(id))
  const requesting = useRequestExport(id)
  useLive(MEMBER_TOPIC)
  const isWaiting = latest.data?.status === 'waiting'
  const hasFailed = latest.data?.status === 'failed'

  return (
    <Card title={t('settings.export.title')} lead={t('settings.export.lead')}>
      <div className="grid gap-4">
        {latest.data?.status === 'ready' && <ReadyExport ready={latest.data} />}
        {isWaiting && <Notice tone="plain">{t('settings.export.waiting')}</Notice>}
        {hasFailed && (
          <FailureNotice
            failure={{ title: t('settings.export.failed'), text: t('settings.export.givenUp') }}
          />
        )}
        {requesting.error && (
          <FailureNotice
            failure={{
              title: t('settings.export.failed'),
              text: userMessage(t, requesting.error, 'errors.tryAgain'),
            }}
          />
        )}
        <div>
          <Button
            variant="secondary"
            size="sm"
            isBusy={requesting.isPending}
            disabled={isWaiting}
            onClick={() => requesting.mutate()}
          >
            {t(hasFailed ? 'settings.export.requestAgain' : 'settings.export.request')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function ReadyExport({ ready }: { ready: DataExport }) {
  const translator = useTranslation()
  const { t } = translator
  const downloading = useDownloadExport()

  return (
    <>
      <Notice tone="positive">{t('settings.export.ready', factsOf(translator, ready))}</Notice>
      {downloading.error && (
        <FailureNotice
          failure={{
            title: t('settings.export.downloadFailed'),
            text: userMessage(t, downloading.error, 'errors.tryAgain'),
          }}
        />
      )}
      <div>
        <Button
          size="sm"
          isBusy={downloading.isPending}
          onClick={() => downloading.mutate(ready.file_name)}
        >
          {t('settings.export.download')}
        </Button>
      </div>
    </>
  )
}

function factsOf({ number, date }: Translator, { size, expires_at }: DataExport) {
  const kilobytes = Math.max(1, Math.round((size ?? 0) / 1000))

  return {
    size: number(kilobytes, { style: 'unit', unit: 'kilobyte' }),
    date: date(new Date(expires_at ?? Date.now()), { dateStyle: 'long' }),
  }
}
