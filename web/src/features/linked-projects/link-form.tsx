import { Button } from '@app/ui/button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { type FormEvent, useId, useState } from 'react'
import { useSaveLink } from '#api/linked-projects.ts'
import type { LinkedProject } from '#api/recent-projects.ts'
import { userMessage } from '#api/user-message.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { complaintsAbout, draftOf, type LinkComplaints, rowOf } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'

export type LinkFormProps = {
  /** Null for a new one. */
  project: LinkedProject | null
  /** Full names to choose from; others can be written as well. */
  suggestions: readonly string[]
  onSaved: () => void
}

export function LinkForm({ project, suggestions, onSaved }: LinkFormProps) {
  const { t } = useTranslation()
  const { github } = usePublicConfig()
  const listId = useId()
  const [draft, setDraft] = useState(() => draftOf(project))
  const [complaints, setComplaints] = useState<LinkComplaints | null>(null)
  const saving = useSaveLink(project)
  const frame = useFocusOnComplaint(complaints ?? saving.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = complaintsAbout(draft)

    setComplaints(wrong)
    if (!wrong) saving.mutate(rowOf(draft, github.webUrl), { onSuccess: onSaved })
  }

  return (
    <div ref={frame}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {saving.error && (
          <FailureNotice
            failure={{
              title: t(project ? 'projects.failed.update' : 'projects.failed.create'),
              text: isTaken(saving.error)
                ? t('projects.form.builderIdTaken')
                : userMessage(t, saving.error, 'errors.tryAgain'),
            }}
          />
        )}
        <LinkFields
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          complaints={complaints ?? {}}
          listId={listId}
          isBusy={saving.isPending}
        />
        <datalist id={listId}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" isBusy={saving.isPending}>
          {t(project ? 'projects.form.save' : 'projects.form.link')}
        </Button>
      </form>
    </div>
  )
}

/** The builder's id is the one thing that must differ. */
const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'
