import type { Failure } from '@app/ui/failure-notice.tsx'
import { useFocusOnComplaint } from '@app/ui/use-focus-on-complaint.ts'
import { type FormEvent, useState } from 'react'
import { userMessage } from '#api/user-message.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey } from '#i18n/messages.ts'
import {
  type Complaints,
  complaintsAbout,
  isSameDraft,
  type ProjectDraft,
} from './project-draft.ts'

type Options = {
  /** What the form begins with, and what it is compared with. */
  initial: ProjectDraft
  save: (draft: ProjectDraft) => Promise<void>
  failed: MessageKey
}

/** What is being written about a project. Whatever goes wrong, it stays in the form. */
export function useProjectForm({ initial, save, failed }: Options) {
  const { t } = useTranslation()
  const [edits, setEdits] = useState<Partial<ProjectDraft>>({})
  const [complaints, setComplaints] = useState<Complaints>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSaving, setSaving] = useState(false)
  const form = useFocusOnComplaint(complaints)
  const draft = { ...initial, ...edits }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = complaintsAbout(draft)
    setComplaints(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return

    setSaving(true)
    try {
      await save(draft)
      setEdits({})
    } catch (error) {
      setFailure({ title: t(failed), text: userMessage(t, error, 'errors.tryAgain') })
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    draft,
    change: (part: Partial<ProjectDraft>) => setEdits({ ...edits, ...part }),
    complaints,
    failure,
    isSaving,
    isDirty: !isSameDraft(draft, initial),
    submit,
  }
}
