import { fileNameOf, mimeTypeOf } from '../../../nodes/SupportInbox/output/file';

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

it.each<[string, string | undefined]>([
	['attachment; filename=a.txt', 'a.txt'],
	['attachment; filename="a b.txt"', 'a b.txt'],
	['ATTACHMENT; FileName="a.txt"', 'a.txt'],
	['inline;filename = "a.txt" ; size=3', 'a.txt'],
	['filename="a.txt"', 'a.txt'],
	['attachment; filename="say \\"hi\\"; now.txt"', 'say "hi"; now.txt'],
	['attachment; filename="a;filename=b.txt"', 'a;filename=b.txt'],
	['attachment; filename="100%25.txt"', '100%25.txt'],
	["attachment; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf", '請求書.pdf'],
	["attachment; filename=\"___.pdf\"; filename*=utf-8'ja'%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf", '請求書.pdf'],
	["attachment; filename*=UTF-8''%E8%AB%8B.pdf; filename=\"_.pdf\"", '請.pdf'],
	["attachment; filename*=ISO-8859-1''caf%E9.txt", 'café.txt'],
	["attachment; filename*=Shift_JIS''%90%BF%8B%81.pdf", '請求.pdf'],
	["attachment; filename*=no-such-set''%90.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=UTF-8''%FF.pdf; filename=plain.pdf", 'plain.pdf'],
	[`attachment; filename="${latin1('請求書.pdf')}"`, '請求書.pdf'],
	['attachment; filename="caf\u00e9.txt"', 'café.txt'],
	[`attachment; filename="=?UTF-8?B?${Buffer.from('請求書.pdf').toString('base64')}?="`, '請求書.pdf'],
	['attachment; filename="=?UTF-8?Q?=E8=AB=8B_1.pdf?="', '請 1.pdf'],
	['attachment; filename="../../etc/passwd"', 'passwd'],
	['attachment; filename="C:\\files\\a.txt"', 'a.txt'],
	["attachment; filename*=UTF-8''..%2F..%2Fa.txt", 'a.txt'],
	["attachment; filename*=UTF-8''..%5Ca.txt", 'a.txt'],
	['attachment; filename=".."', undefined],
	['attachment; filename="folder/"', undefined],
	['attachment; filename=""', undefined],
	["attachment; filename*=UTF-8''a%00%0D%0Ab.txt", 'ab.txt'],
	['attachment; filename="%E8%AB%8B%E6%B1%82.pdf"', '請求.pdf'],
	['attachment; filename=%e8%ab%8b.pdf', '請.pdf'],
	['attachment; filename="50%FF.pdf"', '50%FF.pdf'],
	["attachment; filename*=UTF-8''exe%E2%80%AEfdp.txt", 'exefdp.txt'],
	[`attachment; filename="${'a'.repeat(300)}.pdf"`, `${'a'.repeat(196)}.pdf`],
	[`attachment; filename*=UTF-8''${'%E8%AB%8B'.repeat(100)}.pdf`, `${'請'.repeat(65)}.pdf`],
	['attachment; filename=".env"', '.env'],
	["attachment; filename*0*=UTF-8''%E8%AB%8B; filename*1*=%E6%B1%82; filename*2=\"100%25.pdf\"", '請求100%25.pdf'],
	["attachment; filename*1*=%81.pdf; filename*0*=Shift_JIS''%90%BF%8B", '請求.pdf'],
	['attachment; filename*0="a long "; filename*1="name.pdf"; filename="a.pdf"', 'a long name.pdf'],
	["attachment; filename*0*=no-such-set''%90; filename*1*=%91.pdf; filename=plain.pdf", 'plain.pdf'],
	['attachment; filename*1="name.pdf"', undefined],
	['attachment; filename="\x8c\xa9\x90\xcf\x8f\x91.pdf"', '見積書.pdf'],
	['attachment; filename="\x97\\\x92\xe8\x95\\.pdf"', '予定表.pdf'],
	['attachment; filename="\xb8\xab\xc0\xd1\xbd\xf1.pdf"', '見積書.pdf'],
	['attachment; filename="\x83K\x83C\x83h.pdf"', 'ガイド.pdf'],
	['attachment; filename="\xa5\xac\xa5\xa4\xa5\xc9.pdf"', 'ガイド.pdf'],
	['attachment; filename="%8C%A9%90%CF%8F%91.pdf"', '見積書.pdf'],
	['attachment; filename="r\xe9sum\xe9 informa\xe7\xe3o.pdf"', 'résumé informação.pdf'],
	['attachment; filename="Gr\xf6\xdfe.pdf"', 'Größe.pdf'],
	['attachment; filename="\x81\xff.pdf"', undefined],
	[`attachment; filename="=?ISO-2022-JP?B?${Buffer.from('\x1b$B8+@Q=q\x1b(B.pdf').toString('base64')}?="`, '見積書.pdf'],
	[`attachment; filename="=?UTF-8?B?${Buffer.from('見積').toString('base64')}?= =?UTF-8?B?${Buffer.from('書.pdf').toString('base64')}?="`, '見積書.pdf'],
	['attachment; filename="=?no-such-set?B?gqA=?="', undefined],
	['attachment; filename="???.pdf"', undefined],
	['attachment; filename="?.pdf"', undefined],
	['attachment; filename="2026 ???.pdf"', undefined],
	["attachment; filename*=UTF-8''%EF%BF%BD%EF%BF%BD.pdf; filename=plain.pdf", 'plain.pdf'],
	['attachment; filename="Where is it?.pdf"', 'Where is it?.pdf'],
	['attachment', undefined],
	['', undefined],
])('%s names the file %s', (header, name) => {
	expect(fileNameOf({ 'content-disposition': header })).toBe(name);
});

it('finds no name without the header', () => {
	expect(fileNameOf({})).toBeUndefined();
});

it.each([
	['image/png', 'image/png'],
	['Text/Plain; charset=utf-8', 'text/plain'],
	['application/vnd.ms-excel.sheet+xml', 'application/vnd.ms-excel.sheet+xml'],
	['nonsense', 'application/octet-stream'],
	[undefined, 'application/octet-stream'],
])('reads the type %s as %s', (header, type) => {
	expect(mimeTypeOf({ 'content-type': header })).toBe(type);
});
