import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { Dialog } from '@app/ui/dialog.tsx'
import { useState } from 'react'
import { becomeVisitor, type Ending } from '#api/session/ended-session.ts'
import { paths } from '#config/paths.ts'
import { ENDING_TEXTS } from '#i18n/ending-texts.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Closing it changes nothing, so that the text can still be copied. Signing in in another tab restores this one. */
export function UnsavedAtEnd({ ending }: { ending: Ending }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={t(ENDING_TEXTS[ending])}
      lead={t('session.unsavedText')}
      closeText={t('common.close')}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" size="sm" onClick={becomeVisitor}>
          {t('session.leave')}
        </Button>
        <a
          href={paths.login}
          target="_blank"
          rel="noopener"
          className={buttonClasses('primary', 'sm')}
        >
          {t('session.logInElsewhere')}
        </a>
      </div>
    </Dialog>
  )
}
