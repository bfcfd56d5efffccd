import { fileNameOf, mimeTypeOf } from '../../../nodes/SupportInbox/output/file';

it.each<[string, string | undefined]>([
	['attachment; filename=a.txt', 'a.txt'],
	['ATTACHMENT;FileName = "a b.txt" ; size=3', 'a b.txt'],
	['attachment; filename="say \\"hi\\"; filename*=now.txt"', 'say "hi"; filename*=now.txt'],
	['attachment; filename="Gr\xf6\xdfe.pdf"', 'Größe.pdf'],
	["attachment; filename=\"___.pdf\"; filename*=utf-8'ja'%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf", '請求書.pdf'],
	["attachment; filename*=Shift_JIS''%90%BF%8B%81.pdf", '請求.pdf'],
	["attachment; filename*=no-such-set''%90.pdf; filename=plain.pdf", 'plain.pdf'],
	["attachment; filename*=UTF-8''%FF.pdf; filename=plain.pdf", 'plain.pdf'],
	['attachment; filename="../../etc/passwd"', 'passwd'],
	['attachment; filename="C:\\files\\a.txt"', 'a.txt'],
	['attachment; filename=".."', undefined],
	['attachment; filename=""', undefined],
	["attachment; filename*=UTF-8''a%00%0D%0Ab%E2%80%AEfdp.txt", 'abfdp.txt'],
	[`attachment; filename="${'a'.repeat(300)}.pdf"`, `${'a'.repeat(196)}.pdf`],
	[`attachment; filename*=UTF-8''${'%E8%AB%8B'.repeat(100)}.pdf`, `${'請'.repeat(65)}.pdf`],
	['attachment; filename=".env"', '.env'],
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
