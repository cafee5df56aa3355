"""`tf.linalg`: square roots and logarithms of matrices, systems with few diagonals, LU factors, eigenvalues of three diagonals."""
import functools

import numpy as np
import tensorflow as tf
from support.tell import fails
from support.tell import told as told_exactly

L = tf.linalg
told = functools.partial(told_exactly, roughly=True)

# %% roots-logarithms-and-products
rng=np.random.RandomState(0); A=rng.randn(3,3); S=A@A.T+np.eye(3); f=tf.constant(S,'float32'); d3=tf.constant(rng.randn(3,5)); r5=tf.constant(rng.randn(5,2)); v5=tf.constant(rng.randn(5)); b2=tf.constant(rng.randn(2,5)+2); bd=tf.constant(rng.randn(2,3,5)); br=tf.constant(rng.randn(2,5,2)); c3=tf.complex(d3,d3*0.5); cr=tf.complex(r5,-r5)
def g(f,*xs):
    with tf.GradientTape() as t:
        t.watch(xs)
        y=tf.reduce_sum(tf.math.real(f(*xs)**2))
    return t.gradient(y,xs)
told(L.sqrtm(f))
told(L.sqrtm(S))
told(L.sqrtm(np.eye(2)*4))
told(L.sqrtm([[4.,1.],[0.,9.]]))
told(L.sqrtm([[4.,1.],[0.,4.]]))
told(L.sqrtm(tf.constant([[2+1j,0.],[1.,3.]])))
fails(lambda: L.sqrtm([1.,2.]))
fails(lambda: L.sqrtm([[1.,2.,3.]]))
told(L.sqrtm(np.stack([S,S*2])))
told(g(L.sqrtm,f))
told(g(L.sqrtm,tf.constant([[4.,1.],[0.5,9.]])))
told(L.logm(tf.constant(S,'complex64')))
told(L.logm(tf.constant([[2+1j,0.],[1.,3.]])))
fails(lambda: L.logm(f))
told(L.tridiagonal_matmul(d3,r5))
told(L.tridiagonal_matmul([d3[0],d3[1],d3[2]],r5,diagonals_format='sequence'))
told(L.tridiagonal_matmul(tf.eye(5,dtype=tf.float64)*2,r5,diagonals_format='matrix'))
fails(lambda: L.tridiagonal_matmul(d3,r5,diagonals_format='x'))
fails(lambda: L.tridiagonal_matmul(d3,r5[:4]))
told(L.tridiagonal_matmul(bd,br))
fails(lambda: L.tridiagonal_matmul(tf.eye(5)[:4],r5,diagonals_format='matrix'))
told(g(L.tridiagonal_matmul,d3,r5))
told(g(L.tridiagonal_matmul,bd,br))
told(g(L.tridiagonal_matmul,c3,cr))

# %% tridiagonal-systems
rng=np.random.RandomState(0); A=rng.randn(3,3); S=A@A.T+np.eye(3); f=tf.constant(S,'float32'); d3=tf.constant(rng.randn(3,5)); r5=tf.constant(rng.randn(5,2)); v5=tf.constant(rng.randn(5)); b2=tf.constant(rng.randn(2,5)+2); bd=tf.constant(rng.randn(2,3,5)); br=tf.constant(rng.randn(2,5,2)); c3=tf.complex(d3,d3*0.5); cr=tf.complex(r5,-r5)
def g(f,*xs):
    with tf.GradientTape() as t:
        t.watch(xs)
        y=tf.reduce_sum(tf.math.real(f(*xs)**2))
    return t.gradient(y,xs)
told(L.tridiagonal_solve(d3,r5))
told(L.tridiagonal_solve(d3,v5))
told(L.tridiagonal_solve(d3,tf.transpose(r5),transpose_rhs=True))
told(L.tridiagonal_solve([d3[0],d3[1],d3[2]],r5,diagonals_format='sequence'))
told(L.tridiagonal_solve([d3[0][:4],d3[1],d3[2][1:]],r5,diagonals_format='sequence'))
fails(lambda: L.tridiagonal_solve([d3[0][:3],d3[1],d3[2][1:]],r5,diagonals_format='sequence'))
fails(lambda: L.tridiagonal_solve([d3[0],d3[1]],r5,diagonals_format='sequence'))
told(L.tridiagonal_solve(tf.eye(5,dtype=tf.float64)*2,r5,diagonals_format='matrix'))
fails(lambda: L.tridiagonal_solve(d3,r5,diagonals_format='x'))
fails(lambda: L.tridiagonal_solve(d3[:2],r5))
fails(lambda: L.tridiagonal_solve(d3,r5[:4]))
fails(lambda: L.tridiagonal_solve(d3[0],r5))
fails(lambda: L.tridiagonal_solve(bd,v5))
told(L.tridiagonal_solve(d3,r5,partial_pivoting=False))
fails(lambda: L.tridiagonal_solve(d3,r5,partial_pivoting=False,perturb_singular=True))
told(L.tridiagonal_solve(d3*0,r5))
told(L.tridiagonal_solve(bd,br))
told(L.tridiagonal_solve(c3,cr,conjugate_rhs=True))
told(g(L.tridiagonal_solve,d3,r5))
told(g(L.tridiagonal_solve,bd,br))

# %% banded-systems
rng=np.random.RandomState(0); A=rng.randn(3,3); S=A@A.T+np.eye(3); f=tf.constant(S,'float32'); d3=tf.constant(rng.randn(3,5)); r5=tf.constant(rng.randn(5,2)); v5=tf.constant(rng.randn(5)); b2=tf.constant(rng.randn(2,5)+2); bd=tf.constant(rng.randn(2,3,5)); br=tf.constant(rng.randn(2,5,2)); c3=tf.complex(d3,d3*0.5); cr=tf.complex(r5,-r5)
def g(f,*xs):
    with tf.GradientTape() as t:
        t.watch(xs)
        y=tf.reduce_sum(tf.math.real(f(*xs)**2))
    return t.gradient(y,xs)
told(L.banded_triangular_solve(b2,r5))
told(L.banded_triangular_solve(b2,r5,lower=False))
told(L.banded_triangular_solve(b2,r5,adjoint=True))
told(L.banded_triangular_solve(b2,r5,lower=False,adjoint=True))
told(L.banded_triangular_solve(b2[:1],r5))
told(L.banded_triangular_solve(b2,br))
fails(lambda: L.banded_triangular_solve(b2,r5[:3]))
fails(lambda: L.banded_triangular_solve(b2*0,r5))
told(g(L.banded_triangular_solve,b2,r5))
told(g(lambda a,b: L.banded_triangular_solve(a,b,lower=False),b2,r5))
told(g(lambda a,b: L.banded_triangular_solve(a,b,adjoint=True),b2,r5))
told(g(L.banded_triangular_solve,b2,br))

# %% factors-and-eigenvalues
rng=np.random.RandomState(0); A=rng.randn(3,3); S=A@A.T+np.eye(3); f=tf.constant(S,'float32'); d3=tf.constant(rng.randn(3,5)); r5=tf.constant(rng.randn(5,2)); v5=tf.constant(rng.randn(5)); b2=tf.constant(rng.randn(2,5)+2); bd=tf.constant(rng.randn(2,3,5)); br=tf.constant(rng.randn(2,5,2)); c3=tf.complex(d3,d3*0.5); cr=tf.complex(r5,-r5)
def g(f,*xs):
    with tf.GradientTape() as t:
        t.watch(xs)
        y=tf.reduce_sum(tf.math.real(f(*xs)**2))
    return t.gradient(y,xs)
told(L.lu_reconstruct(*L.lu(S)))
told(L.lu_reconstruct(*L.lu(np.stack([S,A]))))
told(L.lu_solve(*L.lu(S),rhs=A))
told(L.lu_solve(*L.lu(np.stack([S,A])),rhs=np.stack([A,A])))
fails(lambda: L.lu_solve(*L.lu(S),rhs=A[0]))
fails(lambda: L.lu_solve(*L.lu(S),rhs=A[:2]))
told(L.lu_matrix_inverse(*L.lu(S)))
told(L.lu_matrix_inverse(*L.lu(np.stack([S,A]))))
told(L.lu_reconstruct(S,[0,1,2],validate_args=True))
fails(lambda: L.lu_reconstruct(S,[[0,1,2]]))
fails(lambda: L.lu_reconstruct(S[:2],[0,1]))
fails(lambda: L.lu_reconstruct([1.],[0]))
told(g(lambda a: L.lu_reconstruct(a,[2,0,1]),f))
told(L.eigh_tridiagonal(v5,v5[:4]))
told(L.eigh_tridiagonal(v5,v5[:4],select='i',select_range=[1,2]))
told(L.eigh_tridiagonal(v5,v5[:4],select='v',select_range=[0.,2.]))
fails(lambda: L.eigh_tridiagonal(v5,v5[:4],select='x'))
fails(lambda: L.eigh_tridiagonal(v5,v5[:4],select='i'))
fails(lambda: L.eigh_tridiagonal(v5,v5[:4],select='i',select_range=[2,1]))
told(tf.abs(L.eigh_tridiagonal(v5,v5[:4],eigvals_only=False)[1]))
told(tf.function(L.sqrtm)(f))
told(tf.function(L.tridiagonal_solve)(d3,r5))
told(tf.function(L.banded_triangular_solve)(b2,br))
