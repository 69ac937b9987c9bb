import { DeleteCard } from '#features/account/delete-card.tsx'
import { ExportCard } from '#features/account/export-card.tsx'
import { EmailCard } from '#features/auth/email-card.tsx'

export function AccountSection() {
  return (
    <>
      <EmailCard />
      <ExportCard />
      <DeleteCard />
    </>
  )
}
