/** Tests of file format detection. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from './detect-format.ts'

const formatIn = (found: ReturnType<typeof detectFormat>) => found && (found.system?.format ?? 'shop file')
const formatOf = (head: string, path = 'file') => formatIn(detectFormat(path, head))

test('a shop file is detected by its first bracket, or by its file name', () => {
  assert.equal(formatOf(' \n{"shop":{}}'), 'shop file')
  assert.equal(formatOf('[1]'), 'shop file')
  assert.equal(formatOf('oops', 'shop.JSON'), 'shop file')
})

test('an export is detected by its header in any order and letter case, with old or new column names', () => {
  assert.equal(formatOf('Handle,Title,Variant Price\n'), 'Shopify export')
  assert.equal(formatOf('Title,URL handle,Description,Price\r\n'), 'Shopify export')
  assert.equal(formatOf('"ID","Type","SKU","Name","Regular price"\n'), 'WooCommerce export')
})

test('a table of an export is detected by the columns that it has at least', () => {
  for (const head of ['ID,variantId,name,price\n', 'price;name;variantid;id\n', 'id,variantId,groupPrices\n'])
    assert.equal(formatOf(head), 'Sepet products', head)
  assert.equal(formatOf('code,campaignId,value,discountType\n'), 'Sepet coupons')
  for (const head of ['id,name,price\n', 'id,variantId,price\n', 'code,discountType,value\n'])
    assert.equal(formatOf(head), null, head)
})

test('a customer list is detected by its email column', () => {
  for (const head of ['email\n', 'Name,EMAIL,colour\n', 'id;email;name\n', 'id\temail\n'])
    assert.equal(formatOf(head), 'customer list', head)
  assert.equal(detectFormat('a.csv', 'ID; E-mail;"Email"\n')?.delimiter, ';')
})

test('a list without an email column is a customer list when it has only an id, or an id and a column of customers', () => {
  for (const head of ['id\n', 'id,status\n', 'externalId,id\n', 'ID,Name,createdAt\n', 'id,mobilePhone,colour\n'])
    assert.equal(formatOf(head), 'customer list', head)
  for (const head of [
    'ID,Typ,Name,Preis\n',
    'id,name,price\n',
    'id,freeCargo,vatRate\n',
    'id,externalId,price\n',
    'name,mobilePhone\n',
  ])
    assert.equal(formatOf(head), null, head)
})

test('an export with an email column is detected as an export', () => {
  assert.equal(formatOf('Handle,Title,Variant Price,Email\n'), 'Shopify export')
})

test('detectFormat returns the delimiter of the header', () => {
  assert.equal(detectFormat('a.csv', 'Handle;Title;Variant Price\n')?.delimiter, ';')
  assert.equal(detectFormat('a.csv', 'ID\tType\tName\tRegular price\n')?.delimiter, '\t')
})

test('detectFormat returns null for any other file', () => {
  for (const head of ['', 'hello,world\n1,2', 'Name,Price\n', '<html>', '\u0000\u0001'])
    assert.equal(formatOf(head), null, head)
  assert.equal(formatOf('', 'empty.json'), null)
})
