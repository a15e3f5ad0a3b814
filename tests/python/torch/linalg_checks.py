import torch
A=torch.tensor([[1.,1],[1,2],[1,3],[1,4]]); y=torch.tensor([[6.],[5],[7],[10]])
for d in (None,"gels","gelsy","gelsd","gelss"):
    r=torch.linalg.lstsq(A,y,driver=d); print(d, r)
    r=torch.linalg.lstsq(A.expand(2,4,2),y.expand(2,4,1),driver=d); print(d, r.residuals, r.rank, r.singular_values)
    r=torch.linalg.lstsq(A[:1],y[:1],driver=d); print(d, r.residuals, r.rank, r.singular_values)
for a in (torch.ones(3,dtype=torch.long), torch.ones(2,2,dtype=torch.long), torch.ones(3), torch.ones(2,3), torch.ones(2,3,dtype=torch.long)):
    for n in ("det","inv","slogdet","eigh","eigvalsh","svd","svdvals","qr","cholesky","pinv","matrix_rank","solve","lstsq","norm","cond","matrix_norm","vector_norm","matrix_exp","matrix_power"):
        try: getattr(torch.linalg,n)(*((a,) if n not in ("solve","lstsq","matrix_power") else (a,torch.ones(2,1)) if n!="matrix_power" else (a,2)))
        except Exception as e: print(n, tuple(a.shape), a.dtype, type(e).__name__, str(e)[:200])
