/** A long page's own navigation, by anchors: in the header where there is room, else in the menu. */
export type Sections = { label: string; links: { href: string; text: string }[] }
