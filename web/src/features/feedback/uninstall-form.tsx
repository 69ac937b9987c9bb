import { Button } from '@app/ui/button.tsx'
import { Checkbox } from '@app/ui/checkbox.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { TextArea } from '@app/ui/text-area.tsx'
import type { UninstallReason } from '#api/feedback.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_ROWS } from './feedback.ts'
import { GROUP_WORDS, REASON_WORDS } from './uninstall.ts'
import { useUninstall } from './use-uninstall.ts'

export function UninstallForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { reasons, isSending, failure, send } = useUninstall(onDone)
  const groups = [...new Set(reasons.map(({ reason_group }) => reason_group))]

  return (
    <form noValidate onSubmit={send} className="grid gap-8">
      <fieldset disabled={isSending} className="grid gap-8">
        <legend className="sr-only">{t('uninstall.lead')}</legend>
        <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {groups.map((group) => (
            <ReasonGroup
              key={group}
              group={group}
              reasons={reasons.filter(({ reason_group }) => reason_group === group)}
            />
          ))}
        </div>
        <TextArea
          name="description"
          label={t('uninstall.text')}
          rows={DESCRIPTION_ROWS}
          maxLength={DESCRIPTION_MAX_CHARACTERS}
        />
      </fieldset>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <div className="noscript:hidden">
        <Button type="submit" isBusy={isSending} busyText={t('common.sending')}>
          {t('uninstall.send')}
        </Button>
      </div>
    </form>
  )
}

function ReasonGroup({ group, reasons }: { group: string; reasons: UninstallReason[] }) {
  const { t } = useTranslation()
  // What an admin has added later goes by its code.
  const say = (key: MessageKey | undefined, code: string) => (key ? t(key) : code)

  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold text-ink-soft">
        {say(GROUP_WORDS[group], group)}
      </legend>
      {reasons.map(({ code }) => (
        <Checkbox key={code} name="reason" value={code} label={say(REASON_WORDS[code], code)} />
      ))}
    </fieldset>
  )
}
