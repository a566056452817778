/** The changelog at a release: the unreleased changes become a section with a version and a date, and the notes on GitHub. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { cutChangelog, notesOf, sectionOf } from '../../tools/release/changelog.ts'

const INTRODUCTION = '# Changelog\n\nAll changes since `## Unreleased` was empty.\n\n'
const CHANGES = '### Added\n\n- A cart, which holds\n  two lines.\n- A second entry.\n\n### Fixed\n\n- A bug.\n'
const OLDER = '## 0.9.0 - 2025-12-31\n\n### Added\n\n- Everything.\n'
const text = `${INTRODUCTION}## Unreleased\n\n${CHANGES}\n${OLDER}`

describe('a cut of the changelog', () => {
  it('is refused without unreleased changes, and for a version that has a section', () => {
    const cases: [string, string, RegExp][] = [
      ['', '1.0.0', /has no section “## Unreleased”/],
      [OLDER, '1.0.0', /has no section “## Unreleased”/],
      ['## Unreleased changes of today\n\n- x\n', '1.0.0', /has no section “## Unreleased”/],
      ['## Unreleased', '1.0.0', /has no entry/],
      [`## Unreleased\n\n### Added\n\n${OLDER}`, '1.0.0', /has no entry/],
      [text, '0.9.0', /has a section 0\.9\.0 already/],
    ]
    for (const [changelog, version, message] of cases)
      assert.throws(() => cutChangelog(changelog, version, '2026-01-31'), message)
  })

  it('puts the changes below the version and its date, and an empty section above them', () => {
    assert.equal(
      cutChangelog(text, '1.0.0-rc.1', '2026-01-31'),
      `${INTRODUCTION}## Unreleased\n\n## 1.0.0-rc.1 - 2026-01-31\n\n${CHANGES}\n${OLDER}`,
    )
  })

  it('can be repeated once there are changes again', () => {
    const first = cutChangelog(text, '1.0.0-rc.1', '2026-01-31')
    assert.throws(() => cutChangelog(first, '1.0.0', '2026-02-01'), /has no entry/)
    const second = cutChangelog(first.replace('## Unreleased\n', '## Unreleased\n\n- More.\n'), '1.0.0', '2026-02-01')
    assert.equal(sectionOf(second, '1.0.0'), '- More.')
    assert.equal(sectionOf(second, '1.0.0-rc.1'), CHANGES.trim())
  })

  it('of the present file changes two lines', () => {
    // The section is empty after a release.
    const present = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8').replace(
      /^## Unreleased$/m,
      '## Unreleased\n\n- An entry.',
    )
    const lines = cutChangelog(present, '999.0.0', '2026-01-31').split('\n')
    assert.equal(lines.indexOf('## 999.0.0 - 2026-01-31'), lines.indexOf('## Unreleased') + 2)
    assert.equal(lines.filter((_, index) => index < 6 || index > 7).join('\n'), present)
  })
})

describe('a section of the changelog', () => {
  it('is found by the whole version', () => {
    assert.equal(sectionOf(text, '0.9.0'), '### Added\n\n- Everything.')
    for (const version of ['0.9', '0.9.0-rc.1', '9.0']) assert.throws(() => sectionOf(text, version), /has no section/)
  })

  it('becomes notes with one line for each entry, and with links to the files of the release', () => {
    const section = [
      '- The [cart](docs/cart.md#coupons), and the [production',
      '  checklist](docs/production.md),',
      '  say so.',
      '- Second: see [the site](https://example.com/a) and [above](#added).',
      '  - Nested.',
    ].join('\n')
    const base = 'https://github.com/owner/sepet/blob/v1.0.0'
    assert.equal(
      notesOf(section, base),
      [
        `- The [cart](${base}/docs/cart.md#coupons), and the [production checklist](${base}/docs/production.md), say so.`,
        '- Second: see [the site](https://example.com/a) and [above](#added).',
        '  - Nested.',
      ].join('\n'),
    )
  })
})
