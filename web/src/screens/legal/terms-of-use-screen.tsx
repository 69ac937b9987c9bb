import { LegalPage, type Section } from './legal-page.tsx'

const SECTIONS: Section[] = [
  { id: 'agreement', title: 'legal.terms.agreement', paragraphs: ['legal.terms.agreementText'] },
  { id: 'service', title: 'legal.terms.service', paragraphs: ['legal.terms.serviceText'] },
  { id: 'account', title: 'legal.terms.account', paragraphs: ['legal.terms.accountText'] },
  { id: 'code', title: 'legal.terms.code', paragraphs: ['legal.terms.codeText'] },
  { id: 'private-import', title: 'legal.terms.private', paragraphs: ['legal.terms.privateText'] },
  { id: 'others', title: 'legal.terms.others', paragraphs: ['legal.terms.othersText'] },
  {
    id: 'pro',
    title: 'legal.terms.pro',
    paragraphs: ['legal.terms.proPrice', 'legal.terms.proCancel'],
  },
  { id: 'fair-use', title: 'legal.terms.fair', paragraphs: ['legal.terms.fairText'] },
  { id: 'fixing', title: 'legal.terms.fixing', paragraphs: ['legal.terms.fixingText'] },
  { id: 'liability', title: 'legal.terms.liability', paragraphs: ['legal.terms.liabilityText'] },
  { id: 'ending', title: 'legal.terms.ending', paragraphs: ['legal.terms.endingText'] },
  { id: 'changes', title: 'legal.terms.changes', paragraphs: ['legal.terms.changesText'] },
  { id: 'contact', title: 'legal.terms.contact', paragraphs: ['legal.terms.contactText'] },
]

export function TermsOfUseScreen() {
  return <LegalPage title="legal.terms.title" lead="legal.terms.lead" sections={SECTIONS} />
}
